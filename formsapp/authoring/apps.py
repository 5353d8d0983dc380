from django.apps import AppConfig


class AuthoringConfig(AppConfig):
    name = "formsapp.authoring"
    label = "authoring"
    verbose_name = "Forms"
