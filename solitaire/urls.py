"""Every page's address."""

from django.contrib import admin
from django.urls import include, path

from solitaire import views

urlpatterns = [
    path("", include("leaderboards.urls")),
    path("", include("games.urls")),
    path("", include("solitaire.people.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", views.Catalogue.as_view(), name="jsi18n"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("metrics", views.metrics, name="metrics"),
]
