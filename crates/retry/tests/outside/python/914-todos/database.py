import os

from pymongo import MongoClient

todos = MongoClient(os.environ["MONGO_URL"])["todos"]["todos"]
