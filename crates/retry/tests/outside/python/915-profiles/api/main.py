from fastapi import Depends, FastAPI, HTTPException
from mangum import Mangum

from api.models import Profile
from api.repository import ProfileRepository

app = FastAPI(title="profiles")


def get_repository():
    return ProfileRepository()


@app.get("/profiles/{user_id}")
def read_profile(user_id: str, repository: ProfileRepository = Depends(get_repository)):
    item = repository.find(user_id)
    if item is None:
        raise HTTPException(status_code=404, detail="no profile")
    return item


@app.put("/profiles/{user_id}")
def save_profile(
    user_id: str,
    profile: Profile,
    repository: ProfileRepository = Depends(get_repository),
):
    repository.save(user_id, profile)
    return {"user_id": user_id}


handler = Mangum(app)
