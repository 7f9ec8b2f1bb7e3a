const emoji = new Map([
  ["FAILED", ":red_circle:"],
  ["SUCCEEDED", ":large_green_circle:"],
  ["STARTED", ":hourglass:"],
]);

export const text = ({ pipeline, state, "execution-id": execution }) =>
  `${emoji.get(state) ?? ":grey_question:"} *${pipeline}* ${state.toLowerCase()} (${execution.slice(0, 8)})`;
