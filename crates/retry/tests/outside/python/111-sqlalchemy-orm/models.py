from sqlalchemy import Column, Integer, String
from sqlalchemy.orm import declarative_base

Base = declarative_base()


class Account(Base):
    __tablename__ = "accounts"

    id = Column(String, primary_key=True)
    owner = Column(String, nullable=False)
    balance = Column(Integer, nullable=False, default=0)
