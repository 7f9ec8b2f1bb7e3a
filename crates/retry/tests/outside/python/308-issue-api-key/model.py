import secrets
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True)
class ApiKey:
    tenant: str
    plan: str = "free"
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    def item(self):
        return asdict(self)

    @property
    def public(self):
        return {"tenant": self.tenant, "key": f"{self.tenant}.{self.secret}"}
