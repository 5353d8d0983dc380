// The TypeScript client 2.x as a host, in either era.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { z } from "zod";
import { askAll, extensions, info, job } from "./job.mjs";

const transport = job.url
  ? new StreamableHTTPClientTransport(new URL(job.url), {
      requestInit: { headers: { Authorization: `Bearer ${job.token}` } },
    })
  : new StdioClientTransport(job.stdio);
const capabilities = job.extended ? { extensions, elicitation: { form: {} } } : {};
const client = new Client(info, { capabilities, versionNegotiation: { mode: job.mode } });
if (job.extended && job.mode === "legacy") {
  const schemas = { params: z.any(), result: z.any() };
  client.setRequestHandler("openai/elicitation/create", schemas, (params) =>
    client.show(params.requestedSchema),
  );
} else if (job.extended) {
  client.setRequestHandler("elicitation/create", ({ params }) =>
    client.show(params._meta["openai/elicitation"].requestedSchema),
  );
}
await client.connect(transport);
await askAll(client, () => client.getNegotiatedProtocolVersion());
