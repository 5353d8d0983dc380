// A proxy that adds the bearer token, for clients that cannot: node proxy.mjs URL TOKEN.
// Prints the port it listens on, on 127.0.0.1.
import http from "node:http";

const [url, token] = process.argv.slice(2);
const target = new URL(url);

const server = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const { method, url: path } = request;
  const upstream = http.request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
