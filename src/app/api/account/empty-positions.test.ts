// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { call, replaceFetch } from '../venue/client.ts'
import { signOut } from '../venue/session.ts'
import { signInToSandbox } from '../venue/sign-in.ts'

test('a venue that lists no position of an account whose margin it binds is not believed, as its first answer either', async () => {
  const sandbox = await createSandboxFixture()
  replaceFetch(sandbox.fetch)
  expect(await signInToSandbox('demo')).toEqual({ ok: true })
  sandbox.instead = async request => {
    if (!request.url.endsWith('/v1/api/positions')) return undefined
    const { positions_response: said } = (await (await sandbox.pass(request)).json()) as { positions_response: object }
    return Response.json({ positions_response: { ...said, positions: [] } })
  }
  const emptied = await call('positions')
  expect(emptied.ok ? 'believed' : emptied.fault.message).toMatch(
    /^The venue lists no position, but it binds [\d.]+ \w+ of margin/,
  )
  sandbox.instead = undefined
  const healed = await call('positions')
  expect(healed.ok && healed.answer.positions_response.positions.rows.length).toBeGreaterThan(0)
  signOut()
  // A new account binds nothing, so its empty list is believed at once.
  expect(await signInToSandbox('flat-empty')).toEqual({ ok: true })
  const flat = await call('positions')
  expect(flat.ok && flat.answer.positions_response.positions.rows).toEqual([])
  signOut()
})
