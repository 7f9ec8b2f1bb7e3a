// 26 external side effect
// notify: unsafe alone, unsafe together

export const notify = async ({ text }) => {
  await fetch("https://chat.example.com/messages", {
    method: "POST",
    body: JSON.stringify({ text }),
  });
};
