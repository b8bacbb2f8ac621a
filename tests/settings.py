"""The settings of the project in an environment of the tests' own, so that no file of this machine changes a result."""

import atexit
import os
import shutil
import tempfile

VARIABLES = {
    "SECRET_KEY": "only for tests",
    "DAILY_SECRET": "only for tests as well",
    "HTTPS": "False",
    "DEBUG": "False",
    "ALLOWED_HOSTS": "localhost,127.0.0.1,testserver",
    "FIND_PAR": "False",
}
"""What every process of a test has in its environment, this one and the servers it starts."""

for name in ("DATABASE_URL", "REDIS_URL", "CSRF_TRUSTED_ORIGINS", "EMAIL_URL"):
    os.environ.pop(name, None)
var_dir = tempfile.mkdtemp(prefix="solitaire-var-")
atexit.register(shutil.rmtree, var_dir, ignore_errors=True)
os.environ.update(VARIABLES, VAR_DIR=var_dir)

from solitaire.settings import *  # noqa: E402, F403
from solitaire.settings import DATABASES, STATIC_ROOT, STORAGES, VAR_DIR  # noqa: E402

# A file, and not memory: threads with connections of their own must meet the locks that they meet in a real server.
DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}

# Fast, since no test measures the strength of a password's hash.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# A page can be rendered without a front end that was built and collected before.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT.mkdir()
