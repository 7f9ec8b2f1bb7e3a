const loaded = Math.random();
export default () => ["words", loaded];
