/**
 * Sends orders over plain sockets with as little client work as possible. Each connection has one request in flight.
 */
import { type Socket, connect } from 'node:net'

export interface Load {
  readonly perOrderMs: number
  readonly p99Ms: number
}

export interface LoadSettings {
  readonly port: number
  readonly connections: number
  readonly orders: number
  request(index: number): { readonly token: string; readonly body: string }
  readonly accepted: string
}

export async function load({ port, connections, orders, request, accepted }: LoadSettings): Promise<Load> {
  const latencies = new Float64Array(orders)
  let next = 0
  const worker = async (): Promise<void> => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    for (let index = next++; index < orders; index = next++) {
      const { token, body } = request(index)
      const from = performance.now()
      const answer = await exchangeOnce(socket, textOf(token, body))
      latencies[index] = performance.now() - from
      if (!answer.includes(accepted)) throw new Error(`an order was not accepted: ${answer}`)
    }
    socket.destroy()
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  const tookMs = performance.now() - from
  latencies.sort()
  return { perOrderMs: tookMs / orders, p99Ms: latencies[Math.floor(orders * 0.99)] ?? 0 }
}

const textOf = (token: string, body: string): string =>
  `POST /v1/api/order HTTP/1.1\r\nHost: 127.0.0.1\r\ncredentials_secret: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

function exchangeOnce(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const end = (): void => {
      socket.off('data', hear)
      socket.off('error', reject)
    }
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('latin1')
      if (!isWhole(said)) return
      end()
      resolve(said)
    }
    socket.on('data', hear)
    socket.once('error', reject)
    socket.write(text)
  })
}

/** Answers have a length, or chunks ending with an empty one. */
function isWhole(said: string): boolean {
  const body = said.indexOf('\r\n\r\n')
  if (body < 0) return false
  const length = /^content-length: (\d+)/im.exec(said.slice(0, body))?.[1]
  return length === undefined ? said.endsWith('0\r\n\r\n') : said.length - body - 4 >= Number.parseInt(length, 10)
}
