/**
 * The page's side of the practice exchange: starts the worker, registers and serves the service worker, and provides a
 * socket over a message channel. Rejects with a message for the user if the browser lacks a feature.
 */
// oxlint-disable-next-line import/default -- The build makes it.
import exchangeWorker from './exchange-worker.ts?sharedworker&url'
import { createStore } from '../../core/domain/store.ts'
import { takeRelays } from './early-relays.ts'
import {
  askOver,
  exchangePath,
  type ExchangeState,
  type FromSocket,
  plainRequest,
  type RelayRequest,
  type ToExchange,
  type ToSocket,
} from './messages.ts'

interface SocketEvents {
  opened(): void
  message(text: string): void
  closed(): void
}

export interface Practice {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  readonly socket: (url: string, events: SocketEvents) => { send(text: string): void; close(): void }
  /** Calls the listener immediately and on changes. Returns a stop function. */
  watch(listener: (state: ExchangeState) => void): () => void
  exportText(): Promise<string>
  reset(): Promise<void>
}

const lacking = (): string | undefined => {
  const lacks = [
    ...('SharedWorker' in globalThis ? [] : ['shared workers']),
    ...('locks' in navigator ? [] : ['locks']),
    ...('indexedDB' in globalThis ? [] : ['a database']),
  ]
  return lacks.length === 0
    ? undefined
    : `The practice exchange needs ${lacks.join(' and ')}, which this browser does not have here. A current Chrome, Edge, Firefox or Safari on a desktop has them; private windows may not.`
}

/** The page's Content Security Policy accepts script URLs only from here. */
const scripts = 'trustedTypes' in globalThis ? trustedScripts() : (url: string) => url
function trustedScripts(): (url: string) => string {
  const policy = (globalThis as unknown as { trustedTypes: TrustedTypes }).trustedTypes.createPolicy(
    'legwork-practice',
    {
      createScriptURL: (url: string) => url,
    },
  )
  return url => policy.createScriptURL(url)
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

export function startPractice(): Practice {
  const problem = lacking()
  if (problem !== undefined) throw new Error(problem)
  const worker = new SharedWorker(scripts(exchangeWorker), {
    type: 'module',
    name: 'Legwork exchange',
  })
  const send = (message: ToExchange, port?: MessagePort): void =>
    worker.port.postMessage(message, port === undefined ? [] : [port])
  const state = createStore<ExchangeState>({ kind: 'starting' })
  worker.port.onmessage = (event: MessageEvent<ExchangeState>) => {
    if (event.data.kind === 'reset') location.reload()
    else state.set(event.data)
  }
  send({ kind: 'attach' })
  void serve(send)
  return {
    fetch: fetchFrom(send),
    socket: socketFrom(send),
    watch(listener) {
      listener(state.get())
      return state.subscribe(() => listener(state.get()))
    },
    exportText: async () => String(await answered(send, { kind: 'export' })),
    reset: async () => void (await answered(send, { kind: 'reset' })),
  }
}

function answered(send: Send, message: ToExchange): Promise<unknown> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (event: MessageEvent<unknown>) => resolve(event.data)
    send(message, port2)
  })
}

type Send = (message: ToExchange, port?: MessagePort) => void

/**
 * Registers the service worker and relays its requests. Without one (a private window) the page works, but not offline.
 */
async function serve(send: Send): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  takeRelays((event: MessageEvent<RelayRequest | undefined>) => {
    if (event.data?.legwork === 'relay') send(event.data.message, event.ports[0])
  })
  const file = new URL('./sw.js', document.baseURI).href
  const registration = await navigator.serviceWorker.register(scripts(file)).catch(() => undefined)
  if (registration === undefined) return
  const ready = await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller === null) ready.active?.postMessage('claim')
  ready.active?.postMessage('store files')
}

/**
 * Through the service worker if it controls the page, else directly to the exchange's worker. Other addresses use
 * normal fetch.
 */
function fetchFrom(send: Send): Practice['fetch'] {
  return async (input, init) => {
    const request = new Request(new URL(input, location.href), init)
    const url = new URL(request.url)
    const isForExchange = url.origin === location.origin && exchangePath.test(url.pathname)
    if (!isForExchange || navigator.serviceWorker?.controller instanceof ServiceWorker) return await fetch(request)
    return await askOver(
      (plain, port) => send({ kind: 'request', request: plain }, port),
      await plainRequest(request),
      init.signal,
    )
  }
}

function socketFrom(send: Send): Practice['socket'] {
  return (_url, events) => {
    const { port1, port2 } = new MessageChannel()
    let isOpen = true
    const post = (message: ToSocket): void => port1.postMessage(message)
    const closed = (): void => {
      if (!isOpen) return
      isOpen = false
      port1.close()
      events.closed()
    }
    port1.onmessage = (event: MessageEvent<FromSocket>) => {
      if ('closed' in event.data) closed()
      else if (isOpen) events.message(event.data.text)
    }
    send({ kind: 'socket' }, port2)
    queueMicrotask(() => {
      if (isOpen) events.opened()
    })
    return {
      send: text => {
        if (isOpen) post({ text })
      },
      close: () => {
        post({ close: true })
        queueMicrotask(closed)
      },
    }
  }
}
