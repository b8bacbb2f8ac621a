"""The websocket address of a day's board."""

from django.urls import path

from leaderboards.consumers import board

websocket_urlpatterns = [path("ws/board/<int:challenge_id>/", board)]  # type: ignore[arg-type]
