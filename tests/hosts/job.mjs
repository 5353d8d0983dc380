// What every TypeScript host of the tests does: read a job from stdin, ask its forms one by one with
// the answers given, and print one JSON line: the protocol, the forms shown, what the agent heard.
import { readFileSync } from "node:fs";

export const job = JSON.parse(readFileSync(0, "utf8"));
export const info = { name: "tests", version: "1" };
export const extensions = { "openai/elicitation": { form: {} } };

export async function askAll(client, protocol) {
  const shown = [];
  const heard = [];
  let answer;
  client.show = (form) => {
    shown.push(Object.keys(form.properties));
    return answer;
  };
  for (answer of job.answers) {
    const result = await client.callTool({ name: "form_elicitation_v2_request", arguments: job.form });
    heard.push(result.structuredContent);
  }
  console.log(JSON.stringify({ protocol: protocol(), shown, heard }));
  await client.close();
}
