/**
 * Orders straight from the socket to the exchange's door, past everything that is there for other calls: what arrives in one turn of the
 * loop is carried out together. Whatever is not a plain order from a known sender goes on to the listener for all else, unread.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { endpoints } from '../contract/endpoints.ts'
import { venueHeader } from '../contract/header-names.ts'
import { bodyLimitBytes, jsonType } from '../sandbox/http/app.ts'
import type { OrderEntry, SentOrder } from '../sandbox/http/order-entry-point.ts'
import { jsonType as dataType } from './data-answer.ts'
import { refuseRequest } from './guard.ts'
import { guarded } from './guarded.ts'
import { dataPolicy } from '../sandbox/http/data-policy.ts'
import { securityHeaders } from './headers.ts'

/** Whose requests may take the short way; the long way says no to the others. */
export interface LetIn {
  readonly allowedHosts: readonly string[]
  /** Pages of other origins that may call the exchange; their orders go the long way. */
  readonly allowedOrigins?: readonly string[]
  readonly venueKey: string
}

interface Waiting extends SentOrder {
  readonly response: ServerResponse
}

/** Names and values in turn, as Node takes them without a look at each name. */
const headers: readonly string[] = Object.entries({
  'content-type': dataType,
  'cache-control': 'no-store',
  'content-security-policy': dataPolicy,
  ...securityHeaders,
}).flat()

export function orderListener(
  entry: OrderEntry,
  letIn: LetIn,
  otherwise: (request: IncomingMessage, response: ServerResponse) => unknown,
): (request: IncomingMessage, response: ServerResponse) => unknown {
  const knownHosts = new Set<string>()
  let waiting: Waiting[] = []
  const answerAll = (orders: readonly Waiting[]): void => {
    const answers = entry.place(orders)
    for (const [index, { response }] of orders.entries()) {
      const answer = answers[index]
      if (answer === undefined) throw new Error('an order was left without an answer')
      response.writeHead(answer.status, [...headers, 'content-length', String(Buffer.byteLength(answer.json))]).end(answer.json)
    }
  }
  const answerGuarded = guarded('A batch of orders', answerAll, orders => {
    for (const { response } of orders) response.destroy()
  })
  const answerWaiting = (): void => {
    const orders = waiting
    waiting = []
    answerGuarded(orders)
  }
  return (request, response) => {
    const token = isPlainOrder(request, letIn, knownHosts) ? request.headers.credentials_secret : undefined
    const address = { host: request.headers.host ?? '', path: endpoints.placeOrder.path }
    const account = typeof token === 'string' ? entry.admit(token, address) : undefined
    if (account === undefined) return otherwise(request, response)
    const chunks: Buffer[] = []
    const arrived = (): void => {
      const [first] = chunks
      const body = chunks.length === 1 && first !== undefined ? first.toString('utf8') : Buffer.concat(chunks).toString('utf8')
      if (waiting.push({ account, body, response }) === 1) setImmediate(answerWaiting)
    }
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on(
      'end',
      guarded('The end of a request', arrived, () => response.destroy()),
    )
    return undefined
  }
}

/** `knownHosts`: under which a request was let pass before. */
function isPlainOrder(
  { method, url, headers: sent }: IncomingMessage,
  { allowedHosts, venueKey }: LetIn,
  knownHosts: Set<string>,
): boolean {
  if (method !== 'POST' || url !== endpoints.placeOrder.path) return false
  const { host, origin } = sent
  const length = sent['content-length']
  const isWhole = length !== undefined && Number.parseInt(length, 10) <= bodyLimitBytes && sent['transfer-encoding'] === undefined
  if (!isWhole || sent['content-encoding'] !== undefined || sent.expect !== undefined) return false
  if (sent[venueHeader] !== undefined && sent[venueHeader] !== venueKey) return false
  if (sent[venueHeader] === undefined && sent['sec-fetch-site'] !== undefined) return false
  if (host === undefined || !jsonType.test(sent['content-type'] ?? '')) return false
  if (origin === undefined && knownHosts.has(host)) return true
  const asked = new Headers({ host, ...(origin === undefined ? {} : { origin }) })
  if (refuseRequest({ method, headers: asked }, allowedHosts) !== undefined) return false
  if (knownHosts.size < 64) knownHosts.add(host)
  return true
}
