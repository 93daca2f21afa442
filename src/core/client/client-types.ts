import type { AnswerOf, EndpointRequest, EndpointName } from '../contract/endpoints.ts'
import type { Owner } from '../domain/owner.ts'
import type { ApiFault } from './fault.ts'
import type { HttpAnswer } from './http.ts'

export interface Credentials {
  readonly serial: number
  readonly account: string
  readonly venueKey: string
  /** Returns the token for a request to this address, synchronously if one is ready. Rejects if it cannot be signed. */
  readonly tokenFor: (address: string) => string | Promise<string>
  /** Minimum remaining life of every token, ms. Undefined if tokens are not renewed. */
  readonly leastLeftMs?: number | undefined
  /** Call this once the venue has answered a request with this token, or never will. */
  readonly answered?: ((token: string) => void) | undefined
}

export type CallResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly fault: ApiFault }

/** `poll` waits for a slot, `evidence` waits ahead of the polls, `submit` is sent immediately. */
export type Lane = 'poll' | 'evidence' | 'submit'

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  readonly lane?: Lane | undefined
  readonly timeoutMs?: number | undefined
  /** A request with an owner is not sent if the account or the venue changes while it waits. */
  readonly owner?: Owner | undefined
}

export interface CallOptions<Name extends EndpointName> extends SendOptions, EndpointRequest<Name> {}

export interface TextOptions extends SendOptions {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly bodyText?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Number of the trader's confirmation that this order belongs to. Sent to Legwork's own server only. */
  readonly sends?: number | undefined
  readonly mayBeLong?: boolean | undefined
}

export interface TextAnswer extends HttpAnswer {
  readonly sentMs: number
  readonly receivedMs: number
}

export interface Client {
  call<Name extends EndpointName>(name: Name, options?: CallOptions<Name>): Promise<CallResult<AnswerOf<Name>>>
  text(name: EndpointName, options?: TextOptions): Promise<CallResult<TextAnswer>>
  decode<Name extends EndpointName>(
    name: Name,
    answer: HttpAnswer,
    asked: EndpointRequest<Name>,
  ): CallResult<AnswerOf<Name>>
}
