// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeApprover } from '../../testing/approver.fixture.ts'
import { createDevHandler } from '../dev.ts'
import type { Handler } from '../http/app.ts'
import { parseEnv } from '../http/env.ts'
import { mountApprovals } from './mount-approvals.ts'

const folder = mkdtempSync(join(tmpdir(), 'legwork-approvers-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
const mount = async (above?: string, file?: string) => {
  const parsed = parseEnv({ APPROVAL_ABOVE: above, APPROVERS_FILE: file })
  if (!parsed.ok) return { ok: false, problem: parsed.problems.join('\n') } as const
  return await mountApprovals(parsed.settings.approval, 'sandbox', () => 0)
}
const exchange: Handler = { fetch: request => Response.json({ passed: request.method }) }
const large = () => {
  const body = JSON.stringify({
    new_order: { symbol: 'BTC-USD', market_id: '0', quantity: '51', client_order_id: 'a' },
  })
  return new Request('http://127.0.0.1/v1/api/order', { method: 'POST', body })
}

describe('approvals of the environment', () => {
  test('change nothing where neither setting is given', async () => {
    const mounted = await mount()
    if (!mounted.ok) throw new Error(mounted.problem)
    expect(mounted.guard(exchange)).toBe(exchange)
    expect(mounted.refuseMessage).toBeUndefined()
  })

  test('stand in front of the exchange where both are given', async () => {
    const { publicKey } = await makeApprover('Ann')
    const file = fileOf(
      'approvers.json',
      JSON.stringify({ approvers: [{ name: 'Ann', key: publicKey, own: ['ann'], approves: ['bob'] }] }),
    )
    const mounted = await mount('BTC:50,ETH:500', file)
    if (!mounted.ok) throw new Error(mounted.problem)
    const answer = await mounted.guard(exchange).fetch(large())
    expect(await answer?.text()).toContain("needs a second person's approval")
    expect(mounted.refuseMessage?.('{"new_order":{}}')).toBeDefined()
  })

  test.each([
    ['a limit without approvers', 'BTC:50', undefined, 'Set both APPROVAL_ABOVE and APPROVERS_FILE, or neither'],
    ['approvers without a limit', undefined, 'x.json', 'Set both APPROVAL_ABOVE and APPROVERS_FILE, or neither'],
    ['a limit that is not one', 'BTC:0', 'x.json', 'write a size above 0 for each base'],
    ['a file that is not there', 'BTC:50', join(folder, 'none.json'), 'cannot be read (ENOENT)'],
    ['a file that is not one', 'BTC:50', fileOf('empty.json', '{}'), 'it is not of the form'],
  ])('stop the start in words: %s', async (_, above, file, words) => {
    const mounted = await mount(above, file)
    expect(mounted).toMatchObject({ ok: false, problem: expect.stringContaining(words) as string })
  })

  test('are not left out silently by the development server', () => {
    expect(() => createDevHandler({ APPROVAL_ABOVE: 'BTC:50', APPROVERS_FILE: 'x.json' })).toThrow(
      'verifies no approvals',
    )
  })
})
