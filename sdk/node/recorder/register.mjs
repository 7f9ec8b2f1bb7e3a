// The same as register.js, for NODE_OPTIONS="--import @aplomb/recorder/register".
import "./register.js";
