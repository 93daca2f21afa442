// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSandboxFixture } from '../../testing/sandbox.fixture.ts'
import { enterSandbox, leavePage, mountPage } from '../../testing/mount-page.tsx'
import { Next } from './shell.tsx'

Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

let stop: () => void
beforeEach(async () => {
  stop = await enterSandbox(await createSandboxFixture())
})
afterEach(() => leavePage(stop))

it('opens its list by a key that is pressed before the code of it is there', async () => {
  await mountPage(<Next />)
  expect(screen.queryByRole('button', { name: /^Next:/ })).toBeNull()
  await userEvent.keyboard('{Shift>}e{/Shift}')
  expect(await screen.findByTestId('ends')).toBeTruthy()
})
