// The TypeScript SDK 1.x as a host: the handshake era only.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import { askAll, extensions, info, job } from "./job.mjs";

const transport = job.url
  ? new StreamableHTTPClientTransport(new URL(job.url), {
      requestInit: { headers: { Authorization: `Bearer ${job.token}` } },
    })
  : new StdioClientTransport(job.stdio);
const client = new Client(info, { capabilities: job.extended ? { extensions } : {} });
if (job.extended) {
  const request = z.object({ method: z.literal("openai/elicitation/create"), params: z.any() });
  client.setRequestHandler(request, ({ params }) => client.show(params.requestedSchema));
}
let protocol;
transport.setProtocolVersion ??= () => {};
const set = transport.setProtocolVersion.bind(transport);
transport.setProtocolVersion = (version) => set((protocol = version));
await client.connect(transport);
await askAll(client, () => protocol);
