import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVenueClock } from './venue-clock.ts'

const startMs = Date.UTC(2026, 10, 22, 12)

const step = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(10_000_000) }),
  fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 10_000_000 }) }),
  fc.record({ kind: fc.constantFrom('freeze' as const, 'unfreeze' as const) }),
)

function begin(startsAtMs?: number) {
  let hostMs = startMs
  const clock = createVenueClock(() => hostMs, startsAtMs)
  return { clock, nowMs: () => clock.now() / 1_000, pass: (ms: number) => (hostMs += ms) }
}

describe('the venue’s clock', () => {
  it('is the host’s, or starts at a given time and runs at the host’s pace', () => {
    const [host, stated] = [begin(), begin(Date.UTC(2020, 0, 1))]
    expect([host.nowMs(), stated.nowMs()]).toEqual([startMs, Date.UTC(2020, 0, 1)])
    host.pass(1_500)
    stated.pass(1_500)
    expect([host.nowMs(), stated.nowMs()]).toEqual([startMs + 1_500, Date.UTC(2020, 0, 1) + 1_500])
  })

  it('reads what passed while it ran and what it was advanced, whatever is done to it, and never runs backwards', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const { clock, nowMs, pass } = begin()
        let [expected, isFrozen] = [startMs, false]
        for (const one of steps) {
          const before = nowMs()
          if (one.kind === 'pass') {
            pass(one.ms)
            if (!isFrozen) expected += one.ms
          } else if (one.kind === 'advance') {
            clock.advance(one.ms)
            expected += one.ms
          } else {
            if (one.kind === 'freeze') clock.freeze()
            else clock.unfreeze()
            isFrozen = one.kind === 'freeze'
          }
          expect(nowMs()).toBe(expected)
          expect(nowMs()).toBeGreaterThanOrEqual(before)
          expect(clock.state().frozenAtMs !== undefined).toBe(isFrozen)
        }
      }),
    )
  })

  it('restored elsewhere reads the same as where it was taken, through JSON as a journal has it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), fc.nat(1_000_000), (steps, laterMs) => {
        const first = begin()
        for (const one of steps) {
          if (one.kind === 'pass') first.pass(one.ms)
          else if (one.kind === 'advance') first.clock.advance(one.ms)
          else first.clock[one.kind]()
        }
        const second = begin()
        second.clock.restore(JSON.parse(JSON.stringify(first.clock.state())) as ReturnType<typeof first.clock.state>)
        const passed = steps.reduce((sum, one) => sum + (one.kind === 'pass' ? one.ms : 0), 0)
        second.pass(passed)
        expect(second.nowMs()).toBe(first.nowMs())
        first.pass(laterMs)
        second.pass(laterMs)
        expect(second.nowMs()).toBe(first.nowMs())
      }),
    )
  })

  it('that is set to an instant flows from there, also where it stood still', () => {
    const { clock, nowMs, pass } = begin()
    clock.freeze()
    clock.startAt(startMs + 5_000)
    pass(1_000)
    expect([nowMs(), clock.state().frozenAtMs]).toEqual([startMs + 6_000, undefined])
  })
})
