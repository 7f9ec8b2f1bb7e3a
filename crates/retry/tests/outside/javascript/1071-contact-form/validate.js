import Joi from "joi";

const schema = Joi.object({
  name: Joi.string().max(80).required(),
  email: Joi.string().email().required(),
  text: Joi.string().max(5000).required(),
});

export const validate = (value) => schema.validate(value, { abortEarly: true });
