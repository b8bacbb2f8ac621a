"""Friends, settings and what there is to tell."""

from django.urls import path

from solitaire.people import settings_views, views

urlpatterns = [
    path("friends/", views.friends_page, name="friends"),
    path("friends/ask", views.ask, name="ask-friend"),
    path("friends/invite", views.new_invite, name="new-invite"),
    path("friends/<str:name>/<str:verb>", views.change, name="change-friend"),
    path("invite/<str:secret>", views.invite, name="invite"),
    path("notices/", views.notices, name="notices"),
    path("accounts/merge/", views.merge, name="merge"),
    path("settings/", settings_views.settings_page, name="settings"),
    path("settings/table", settings_views.table_settings, name="table-settings"),
    path("settings/name", settings_views.rename, name="rename"),
    path("settings/export", settings_views.export, name="export"),
    path("settings/delete", settings_views.delete, name="delete-account"),
]
