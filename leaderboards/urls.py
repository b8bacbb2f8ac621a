"""Today and its leaderboards."""

from django.urls import path

from leaderboards import views

urlpatterns = [
    path("", views.home, name="home"),
    path("leaderboard/", views.leaderboard, name="leaderboards"),
    path("leaderboard/<str:kind>/", views.leaderboard, name="leaderboard"),
]
