"""Every page's address."""

from allauth.account.decorators import secure_admin_login
from allauth.account.views import logout, password_change
from django.contrib import admin
from django.urls import include, path

from solitaire import views

# The admin's own doors know no limit, no second factor, and nothing of open sockets: ours are used in their place.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("leaderboards.urls")),
    path("", include("games.urls")),
    path("", include("solitaire.people.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("admin/logout/", logout),
    path("admin/password_change/", password_change),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", views.Catalogue.as_view(), name="jsi18n"),
    path("sw.js", views.service_worker, name="service-worker"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("metrics", views.metrics, name="metrics"),
]
