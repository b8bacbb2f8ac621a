"""The websocket addresses."""

from django.urls import path

from games.consumers import table
from games.lobby import lobby

websocket_urlpatterns = [
    path("ws/game/<str:game_id>/", table),  # type: ignore[arg-type]
    path("ws/lobby/", lobby),  # type: ignore[arg-type]
]
