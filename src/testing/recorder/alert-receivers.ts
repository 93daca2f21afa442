import { type IncomingHttpHeaders, createServer } from 'node:http'
import { type AddressInfo, type Socket, createServer as createTcpServer } from 'node:net'
import { TLSSocket, createSecureContext, createServer as createTlsServer } from 'node:tls'
import type { Certified } from '../certificates.ts'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Reply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly text?: string }
  | 'reset'

export async function startWebhook(reply: (received: Received, count: number) => Reply) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const arrived = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
      received.push(arrived)
      const said = reply(arrived, received.length)
      if (said === 'reset') request.socket.destroy()
      else response.writeHead(said.status, said.headers).end(said.text ?? '')
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook?key=in-the-address`,
    received,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
    },
  }
}

interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

interface SmtpAnswers {
  readonly auth?: (plain: string) => string
  readonly rcpt?: string
  readonly data?: (count: number) => string
  /** TLS from the first byte or after STARTTLS; without it the server offers none. */
  readonly tls?: Certified & { readonly from: 'first byte' | 'starttls' }
}

export async function startSmtp({
  auth,
  rcpt = '250 ok',
  data = () => '250 2.0.0 queued as 17',
  tls,
}: SmtpAnswers = {}) {
  const mails: Mail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const serve = (socket: Socket, greeting: string | undefined): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const isPlain = !(socket instanceof TLSSocket)
    let [rest, from, text] = ['', '', undefined as string | undefined]
    let to: string[] = []
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    const answer = (line: string): void => {
      commands.push(isPlain ? line : `${line} (TLS)`)
      const word = line.slice(0, 4).toUpperCase()
      if (word === 'EHLO') {
        const offered = [
          'mail.test',
          ...(isPlain && tls !== undefined ? ['STARTTLS'] : []),
          ...(auth === undefined ? [] : ['AUTH PLAIN']),
        ]
        return say(offered.map((each, at) => `250${at === offered.length - 1 ? ' ' : '-'}${each}`).join('\r\n'))
      }
      if (word === 'STAR' && tls !== undefined) {
        socket.removeAllListeners('data')
        say('220 go ahead')
        return serve(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) }), undefined)
      }
      if (word === 'STAR') return say('502 5.5.1 not here')
      if (word === 'AUTH') return say(auth?.(line.split(' ')[2] ?? '') ?? '503 no')
      if (word === 'MAIL') from = line
      if (word === 'RCPT') {
        to.push(line)
        return say(rcpt)
      }
      if (word === 'DATA') {
        text = ''
        return say('354 go on')
      }
      if (word === 'QUIT') return void socket.end('221 bye\r\n')
      say('250 ok')
    }
    if (greeting !== undefined) say(greeting)
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString('utf8')
      for (let at = rest.indexOf('\r\n'); at >= 0; at = rest.indexOf('\r\n')) {
        const line = rest.slice(0, at)
        rest = rest.slice(at + 2)
        if (text === undefined) answer(line)
        else if (line === '.') {
          mails.push({ from, to, text })
          ;[text, to] = [undefined, []]
          say(data(mails.length))
        } else text += `${line}\n`
      }
    })
  }
  const greeted = (socket: Socket): void => serve(socket, '220 mail.test ESMTP')
  const server = tls?.from === 'first byte' ? createTlsServer(tls, greeted) : createTcpServer(greeted)
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    commands,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => {
        server.close(resolve)
      })
    },
  }
}
