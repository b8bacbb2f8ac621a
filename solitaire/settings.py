"""Settings, read from the environment; `var/env` is read first where it exists. README lists every variable."""

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from solitaire import logs

BASE_DIR = Path(__file__).resolve().parent.parent
FRONTEND = BASE_DIR / "frontend"

env = environ.Env()
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
env.read_env(VAR_DIR / "env")

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY")
DAILY_SECRET = env.str("DAILY_SECRET")
"""The key under which the decks of the day are drawn: whoever knows it knows every card."""
if min(len(SECRET_KEY), len(DAILY_SECRET)) < 10 or SECRET_KEY == DAILY_SECRET:
    raise ImproperlyConfigured("SECRET_KEY and DAILY_SECRET must be two different long secrets.")
HTTPS = env.bool("HTTPS", default=True)
"""False only where people reach the service by plain http, as on one's own machine."""

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_AGE = 365 * 24 * 3600
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "solitaire.accounts",
    "games",
    "leaderboards",
    "solitaire.people",
]

MIDDLEWARE = [
    "solitaire.logs.RequestId",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "solitaire.limits.NewGames",
]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

ROOT_URLCONF = "solitaire.urls"
ASGI_APPLICATION = "solitaire.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FRONTEND / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "solitaire.accounts.context_processors.player",
                "solitaire.people.context_processors.notices",
            ],
        },
    }
]

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR}/db.sqlite3")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        # A write that starts as a read cannot wait its turn in SQLite: take the write lock at BEGIN.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
    }
if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    # A server that has gone without a word must not hold the one writer longer than a browser waits.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 3,
        "tcp_user_timeout": 5000,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        **DATABASES["default"].get("OPTIONS", {}),
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
# The layer is a hint: whoever hands it something must not wait for one that has gone.
_LAYER_HOST = {"address": REDIS_URL, "socket_connect_timeout": 2, "socket_timeout": 5, "retry": Retry(NoBackoff(), 0)}
CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [_LAYER_HOST]}}
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}
CACHES = {
    "default": {
        "BACKEND": "solitaire.cache.PatientRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

LOGGING = logs.settings(env.str("LOG_LEVEL", default="INFO"))
logs.configure()
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
"""Opens /metrics to a Prometheus on another machine; without it only this machine may read them."""
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

DRAIN_DELAY = env.float("DRAIN_DELAY", default=0.0)
"""Seconds between SIGTERM and the end of service, in which /readyz says 503 for a balancer to see."""
FRAMES_PER_SECOND = env.float("FRAMES_PER_SECOND", default=20.0)
"""What one socket may send, three seconds' worth at once; all sockets of a person may send twice as much."""
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=500)
"""Open sockets of one address in one process: many people may share an address, but not all of them."""
FIND_PAR = env.bool("FIND_PAR", default=True)
"""Whether a server looks for the par that no command has found: for each day, half a minute or so of one core."""

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
ACCOUNT_ADAPTER = "solitaire.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "solitaire.accounts.names.username_validators"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_RATE_LIMITS = {"signup": "20/m/ip,200/d/ip", "login": "60/m/ip", "login_failed": "20/m/ip,10/5m/key"}
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
USERSESSIONS_ADAPTER = "solitaire.adapter.SessionsAdapter"
MFA_ADAPTER = "solitaire.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_TOTP_ISSUER = "Solitaire"
MFA_TOTP_TOLERANCE = 1
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
LOGIN_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "home"
EMAIL_CONFIG = env.email("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ko", "한국어"), ("th", "ไทย"), ("id", "Bahasa Indonesia"), ("fr", "Français")]
LOCALE_PATHS = [FRONTEND / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [FRONTEND / "dist", FRONTEND / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "solitaire.static.OfflinePages",
]
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "solitaire.static.HashedFiles"},
}
