"""The websocket addresses."""

from django.urls import path

from games.consumers import table

websocket_urlpatterns = [path("ws/game/<str:game_id>/", table)]
