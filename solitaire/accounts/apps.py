from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "solitaire.accounts"
    label = "accounts"
