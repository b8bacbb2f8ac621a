"""Playing and watching."""

from django.urls import path

from games import learning, views, watching

urlpatterns = [
    path("play/today/<str:kind>", views.play_today, name="play-today"),
    path("play/new", views.play_new, name="play-new"),
    path("play/code", views.check_code, name="check-code"),
    path("play/guided", learning.play_guided, name="play-guided"),
    path("play/<str:game_id>", views.play, name="play"),
    path("play/<str:game_id>/again", views.play_again, name="play-again"),
    path("play/<str:game_id>/watchers", views.set_watchers, name="set-watchers"),
    path("watch/", watching.wall, name="watch"),
    path("watch/<str:game_id>", views.watch, name="watch-game"),
    path("game/<str:game_id>", watching.replay, name="replay"),
    path("game/<str:game_id>/log", watching.log, name="game-log"),
    path("game/<str:game_id>/analysis", watching.analyse, name="game-analysis"),
    path("game/<str:game_id>/from/<int:seq>", views.play_from, name="play-from"),
    path("learn/<str:kind>", learning.learn, name="learn"),
]
