/**
 * The control desk of the sandbox, for people and tests: clock, prices and faults, as JSON over HTTP. Available only if
 * enabled at the start. Its host journals every change of time and prices (`changed`), so that a restart restores them.
 */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { wireDecimal, wireInteger } from '../../../core/contract/wire.ts'
import { dec, gt, lte, zero } from '../../../core/domain/decimal.ts'
import { parseJson } from '../../../core/domain/json.ts'
import { type EpochMicros, secondMs } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import type { Exchange } from '../exchange.ts'
import type { SandboxMarket } from '../market/create-market.ts'
import { type Fault, faultRequest, type Faults } from './faults.ts'
import type { VenueClock } from './venue-clock.ts'

export interface ControlOptions {
  readonly exchange: Exchange
  readonly market: SandboxMarket
  readonly clock: VenueClock
  readonly faults: Faults
  changed(): void
}

export const controlPath = '/sandbox/control'

const longestJumpMs = 400 * 86_400_000
const advanceRequest = z.strictObject({
  ms: z.pipe(wireInteger, z.int().check(z.minimum(1), z.maximum(longestJumpMs))),
})
const dearest = dec('1000000000000')
const pricesRequest = z.record(
  z.string(),
  wireDecimal.check(
    z.refine(value => gt(value, zero) && lte(value, dearest), 'a price above zero, up to 1000000000000'),
  ),
)
const biasRequest = z.strictObject({ usd: z.optional(wireDecimal) })
const clearRequest = z.strictObject({ account: z.optional(z.string()) })
const emptyBody = z.strictObject({})

export function createControlApp(options: ControlOptions): Hono {
  const { clock, faults, market } = options
  const app = new Hono().basePath(controlPath)
  app.onError(error => {
    throw error
  })
  app.use(async (context, next) => {
    context.header('cache-control', 'no-store')
    await next()
  })
  app.use(
    bodyLimit({
      maxSize: 16 * 1024,
      onError: context => context.json({ error: 'The body is too long: 16 kB at most.' }, 413),
    }),
  )
  app.get('/', context => context.json(stateOf(options)))
  const on = <Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    act: (asked: z.output<Schema>) => string | undefined,
  ): void => {
    app.post(path, async context => {
      const asked = await read(context, schema)
      if (!asked.ok) return context.json({ error: asked.problem }, 400)
      const problem = act(asked.value)
      return problem === undefined ? context.json(stateOf(options)) : context.json({ error: problem }, 400)
    })
  }
  on('/freeze', emptyBody, () => {
    clock.freeze()
    options.changed()
    return undefined
  })
  on('/unfreeze', emptyBody, () => {
    clock.unfreeze()
    options.changed()
    return undefined
  })
  on('/advance', advanceRequest, ({ ms }) => {
    clock.advance(ms)
    options.changed()
    tick(options)
    return undefined
  })
  on('/prices', pricesRequest, prices => setPrices(options, prices))
  on('/bias', biasRequest, ({ usd }) => {
    market.bias.usd = usd
    options.changed()
    return undefined
  })
  on('/faults', faultRequest, (fault: Fault) => {
    faults.add(fault)
    return undefined
  })
  on('/faults/clear', clearRequest, ({ account }) => {
    faults.clear(account)
    return undefined
  })
  app.all('*', context =>
    context.json({ error: 'The control desk has nothing under this path and method: see docs/sandbox.md.' }, 404),
  )
  return app
}

/** Returns the exchange's time, which is later than the clock if the host's clock was set back. */
const tick = ({ exchange, clock }: ControlOptions): EpochMicros => exchange.apply({ kind: 'tick' }, clock.now()).at

/**
 * Clients have seen quotes of the present second, so set prices apply from the next; a frozen clock advances to it. All
 * bases change, or none.
 */
function setPrices(options: ControlOptions, prices: z.output<typeof pricesRequest>): string | undefined {
  const { clock, market } = options
  const fromSecond = Math.floor(tick(options) / 1_000 / secondMs) + 1
  const wanted = Object.entries(prices)
  if (wanted.length === 0) return 'Name a base and its price: {"BTC": "100000"}.'
  const shifts = wanted.map(([base, price]) => market.shiftTo(base, price, fromSecond))
  const unknown = wanted.find((_, index) => shifts[index] === undefined)
  if (unknown !== undefined) return `There is no underlying ${unknown[0]}.`
  for (const shift of shifts) if (shift !== undefined) market.shift(shift)
  if (clock.state().frozenAtMs !== undefined) clock.advance(fromSecond * secondMs - clock.now() / 1_000)
  options.changed()
  tick(options)
  return undefined
}

function stateOf({ clock, market, faults }: ControlOptions) {
  const { aheadMs, frozenAtMs } = clock.state()
  const prices = new Map(market.shifts().map(shift => [shift.base, shift.fromSecond]))
  return {
    now: String(clock.now()),
    frozen: frozenAtMs !== undefined,
    ahead_ms: String(Math.round(aheadMs)),
    prices_set: Object.fromEntries(
      [...prices].map(([base, second]) => [base, { from: String(second * secondMs * 1_000) }]),
    ),
    dealer_bias: market.bias.usd,
    faults: faults.all(),
  }
}

type ReadBody<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string }

async function read<Schema extends z.ZodMiniType>(
  context: Context,
  schema: Schema,
): Promise<ReadBody<z.output<Schema>>> {
  const text = await context.req.text()
  if (text.trim() !== '' && !/^application\/json\s*(?:;.*)?$/i.test(context.req.header('content-type') ?? '')) {
    return { ok: false, problem: 'Send the body as application/json.' }
  }
  const parsed = schema.safeParse(text.trim() === '' ? {} : parseJson(text))
  if (parsed.success) return { ok: true, value: parsed.data }
  return {
    ok: false,
    problem: parsed.error.issues.map(issue => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; '),
  }
}
