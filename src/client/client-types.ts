/** What a client of the venue takes and answers. */
import type { AnswerOf, EndpointRequest, EndpointName } from '../contract/endpoints.ts'
import type { Owner } from '../domain/owner.ts'
import type { ApiFault } from './fault.ts'
import type { HttpAnswer } from './http.ts'

/** Who a request is made for, and how it gets its token. */
export interface Credentials {
  readonly serial: number
  readonly account: string
  readonly venueKey: string
  /** The token for a request to this address, at once where there is one; rejects where it cannot be signed. */
  readonly tokenFor: (address: string) => string | Promise<string>
  /** Every token has longer to live than this; undefined for one that is not replaced. */
  readonly leastLeftMs?: number | undefined
  /** Call it when the venue answered a request with this token, or never will. */
  readonly answered?: ((token: string) => void) | undefined
}

export type Answered<Answer> = { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly fault: ApiFault }

/** `poll` waits its turn, `evidence` waits but goes first, `submit` does not wait. */
export type Lane = 'poll' | 'evidence' | 'submit'

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  readonly lane?: Lane | undefined
  readonly timeoutMs?: number | undefined
  /** Whose business this is: it is not sent under another account or to another venue, even if those changed while it waited. */
  readonly owner?: Owner | undefined
}

export interface CallOptions<Name extends EndpointName> extends SendOptions, EndpointRequest<Name> {}

export interface TextOptions extends SendOptions {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly bodyText?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Of an order: which confirmation of the trader's it is. Only our own server gets it. */
  readonly sends?: number | undefined
  readonly mayBeLong?: boolean | undefined
}

export interface TextAnswer extends HttpAnswer {
  /** Monotonic. */
  readonly sentMs: number
  readonly receivedMs: number
}

export interface Client {
  call<Name extends EndpointName>(name: Name, options?: CallOptions<Name>): Promise<Answered<AnswerOf<Name>>>
  /** The answer's text, whatever its status. */
  text(name: EndpointName, options?: TextOptions): Promise<Answered<TextAnswer>>
  /** The value in an answer's text, or what is wrong with it; an answer about something else than was asked is wrong. */
  decode<Name extends EndpointName>(name: Name, answer: HttpAnswer, asked: EndpointRequest<Name>): Answered<AnswerOf<Name>>
}
