/**
 * What travels between the page, its service worker and the worker that holds the practice exchange. A request goes with a port of its own,
 * on which its one answer comes; a socket is a port for as long as it is open.
 */

export interface PlainRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | undefined
}
export interface PlainAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** To the exchange. All but `attach` bring a port. */
export type ToExchange =
  | { readonly kind: 'request'; readonly request: PlainRequest }
  | { readonly kind: 'socket' }
  /** The sender is to be told of each `ExchangeState`. */
  | { readonly kind: 'attach' }
  /** Answered by all that is stored, as JSON text. */
  | { readonly kind: 'export' }
  /** Deletes everything; answered by `true` once it is gone. */
  | { readonly kind: 'reset' }

export type ExchangeState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly replayed: number }
  /** Everything was deleted and a new one began: what a page shows is gone. */
  | { readonly kind: 'reset' }
  /** It cannot go on; `why` is for the user. */
  | { readonly kind: 'ended'; readonly why: string }

export type ToSocket = { readonly text: string } | { readonly close: true }
export type FromSocket = { readonly text: string } | { readonly closed: true }

/** What the service worker asks a page for: `ToExchange` of a request, in this envelope. */
export interface RelayRequest {
  readonly legwork: 'relay'
  readonly message: ToExchange
}

export const lockName = 'legwork-practice-exchange'
export const channelName = 'legwork-practice-exchange'
export const journalName = 'legwork-practice'

/** Paths that the exchange answers, wherever the page lies. */
export const exchangePath = /^\/(?:v\d+|sandbox|healthz)(?:\/|$)/i
