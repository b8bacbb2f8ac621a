"""Today, its leaderboards, the archive, and people's statistics."""

from django.urls import path

from leaderboards.views import archive, boards, people, results, share, today

urlpatterns = [
    path("", today.home, name="home"),
    path("leaderboard/", boards.leaderboard, name="leaderboards"),
    path("leaderboard/<str:kind>/", boards.leaderboard, name="leaderboard"),
    path("daily/", archive.this_month, name="daily"),
    path("daily/<str:text>", archive.month_or_day, name="daily-date"),
    path("daily/<str:text>/<str:kind>.png", share.day_preview, name="day-preview"),
    path("share/<str:game_id>.png", share.game_preview, name="share-preview"),
    path("share/<str:game_id>", share.shared, name="share"),
    path("game/<str:game_id>/result", results.result, name="game-result"),
    path("games.<str:form>", people.export_games, name="export-games"),
    path("@<str:name>", people.profile, name="profile"),
]
