// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { credentialsHeader } from '../../../core/contract/header-names.ts'
import { createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { replaceFetch } from './client.ts'
import { startEndingTokens } from './end-token.ts'
import { credentials, signOut } from './session.ts'
import { signInToSandbox, signInWithToken } from './sign-in.ts'

async function venue() {
  const sandbox = await createSandboxFixture()
  replaceFetch(sandbox.fetch)
  onTestFinished(startEndingTokens())
  const statusOf = async (token: string): Promise<number> =>
    (
      await sandbox.pass(
        new Request(`http://localhost${endpoints.positions.path}`, { headers: { [credentialsHeader]: token } }),
      )
    ).status
  const ends = () => sandbox.asked.filter(each => each === 'DELETE /sandbox/session').length
  return { sandbox, statusOf, ends, signIn: async () => expect(await signInToSandbox('leaver')).toEqual({ ok: true }) }
}
const tokenNow = (): string => {
  const token = credentials()?.tokenFor('')
  return typeof token === 'string' ? token : ''
}

test('signing out has the sandbox end the token of the session, so that a copy of it is of no use', async () => {
  const { statusOf, ends, signIn } = await venue()
  await signIn()
  const token = tokenNow()
  expect(await statusOf(token)).toBe(200)
  signOut()
  await expect.poll(ends).toBe(1)
  await expect.poll(() => statusOf(token)).toBe(401)
})

test('signing out of a session by a pasted token ends nothing at the venue, and an unreachable sandbox is no error', async () => {
  const { sandbox, statusOf, ends, signIn } = await venue()
  await signIn()
  const token = tokenNow()
  sandbox.instead = request =>
    request.method === 'DELETE' ? Promise.reject(new TypeError('offline')) : Promise.resolve(undefined)
  signOut()
  await expect.poll(ends).toBe(1)
  expect(signInWithToken(token, 'memory')).toEqual({ ok: true })
  signOut()
  expect(await statusOf(token)).toBe(200)
  expect(ends()).toBe(1)
})
