/** A static file host like those for the static build: below a path, without our headers, 404 for missing files. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface FolderHost {
  readonly url: string
  close(): Promise<void>
}

export async function serveFolder(folder: string, path = 'desk/legwork', port = 0): Promise<FolderHost> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid')
    const inside = pathname.startsWith(`/${path}/`)
      ? normalize(decodeURIComponent(pathname.slice(path.length + 2)) || 'index.html')
      : '..'
    const type = types[extname(inside)]
    if (inside.startsWith('..') || type === undefined) {
      response.writeHead(404).end('not found')
      return
    }
    readFile(join(folder, inside)).then(
      body => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body),
      () => response.writeHead(404).end('not found'),
    )
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/${path}/`,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections()
        server.close(error => (error === undefined ? resolve() : reject(error)))
      }),
  }
}
