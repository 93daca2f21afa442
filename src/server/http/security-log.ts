/**
 * Security events as JSON lines: refusals, sandbox sign-ins, control desk use, approvals. A line has time, event,
 * method, path without query and status; never a token, account, body or header.
 */
export const securityEvents = {
  sign_in: 'a token of the sandbox was given out',
  control: 'the control desk of the sandbox changed something',
  refused: 'a request without a valid token, or without the right to do this (401, 403)',
  refused_host: 'a request under a host name that is not allowed (421)',
  rate_limited: 'a client that asked too often (429)',
  approval_requested: "an order above the limit waits for a second person's approval",
  approval_granted: 'an approver signed an order',
  approval_declined: 'an approver declined an order',
  approval_withdrawn: 'a trader withdrew an order that waited for approval',
  approval_refused: 'an order above the limit, or a signature of an approver, was refused; nothing was passed on',
} as const
export type SecurityEvent = keyof typeof securityEvents

const mostPerMinute = 100
const minuteMs = 60_000
const longestPath = 120

const marked = new WeakMap<Response, SecurityEvent>()

export function markSecurityEvent(answer: Response, event: SecurityEvent): Response {
  marked.set(answer, event)
  return answer
}

function eventOf({ method }: Request, path: string, status: number): SecurityEvent | undefined {
  if (status === 401 || status === 403) return 'refused'
  if (status === 421) return 'refused_host'
  if (status === 429) return 'rate_limited'
  if (method !== 'POST' || status >= 400) return undefined
  if (path === '/sandbox/session') return 'sign_in'
  return path.startsWith('/sandbox/control') ? 'control' : undefined
}

export type SecurityLog = (request: Request, answer: Response) => void

/** Logs a refused upgrade or login of a socket like a refused request to that path. */
export const logSocketRefusal = (log: SecurityLog | undefined, path: string, status: 401 | 403 | 421): void =>
  log?.(new Request(new URL(path, 'http://socket.invalid')), new Response(null, { status }))

/** Rare events that an attacker may want to hide: never dropped. */
const alwaysWritten: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>(['sign_in', 'control'])

interface Allowance {
  readonly fromMs: number
  written: number
  leftOut: number
}

/**
 * Writes at most 100 lines per event and minute, so that one event cannot crowd out another; the next line says how
 * many were dropped. `nowMs` is ms since 1970 UTC.
 */
export function createSecurityLog(write: (line: string) => void, nowMs: () => number): SecurityLog {
  const allowances = new Map<SecurityEvent, Allowance>()
  return (request, answer) => {
    const { status } = answer
    const path = URL.canParse(request.url) ? new URL(request.url).pathname.slice(0, longestPath) : ''
    const event = marked.get(answer) ?? eventOf(request, path, status)
    if (event === undefined) return
    const atMs = nowMs()
    const before = allowances.get(event)
    const isRunning = before !== undefined && Math.abs(atMs - before.fromMs) < minuteMs
    const own: Allowance = isRunning ? before : { fromMs: atMs, written: 0, leftOut: before?.leftOut ?? 0 }
    allowances.set(event, own)
    if (own.written >= mostPerMinute && !alwaysWritten.has(event)) {
      own.leftOut += 1
      return
    }
    own.written += 1
    const more = own.leftOut === 0 ? {} : { left_out: own.leftOut }
    own.leftOut = 0
    write(
      `${JSON.stringify({ at: new Date(atMs).toISOString(), event, method: request.method, path, status, ...more })}\n`,
    )
  }
}
