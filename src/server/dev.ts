/**
 * The exchange of the development server: the sandbox, or the proxy to the venue in EXCHANGE_URL. The sandbox stores
 * nothing here, whatever SANDBOX_DATA says: Vite restarts at will, and a folder has one owner.
 */
import { asData, problem } from './http/answers.ts'
import type { Handler } from './http/app.ts'
import { type Env, parseEnv } from './http/env.ts'
import { refuseOtherVenue, venueKeyOf } from './http/guard.ts'
import { mountSandbox } from './http/mount-sandbox.ts'
import { venueProxy } from './http/proxy.ts'

export interface DevHandler {
  fetch(request: Request): Promise<Response>
  readonly venue: string
}

/** Throws with every problem of the environment. */
export function createDevHandler(env: Env): DevHandler {
  const parsed = parseEnv(env)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const { exchangeUrl, marketSummaryUrl, sandbox, approval } = parsed.settings
  if (approval !== undefined)
    throw new Error('The development server verifies no approvals: leave APPROVAL_ABOVE out, or use npm start.')
  const venue = venueKeyOf(exchangeUrl)
  const handler: Promise<Handler> =
    exchangeUrl === undefined
      ? mountSandbox({ ...sandbox, data: 'memory' })
      : Promise.resolve(venueProxy({ exchangeUrl, marketSummaryUrl }))
  return {
    venue,
    fetch: async request =>
      asData(
        refuseOtherVenue(request, venue) ??
          (await (await handler).fetch(request)) ??
          problem(404, 'There is nothing under this path.'),
      ),
  }
}
