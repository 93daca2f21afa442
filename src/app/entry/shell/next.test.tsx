// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawPage, startPage } from '../../../testing/mount-page.tsx'
import { Next } from './shell.tsx'

startPage()

// Synchronously, so that no code can load in between.
it('opens its list by a key that is pressed before the code of it is there', async () => {
  drawPage(<Next />)
  expect(screen.queryByRole('button', { name: /^Next:/ })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'E', code: 'KeyE', shiftKey: true })
  fireEvent.keyUp(document.body, { key: 'E', code: 'KeyE', shiftKey: true })
  expect(await screen.findByTestId('ends')).toBeTruthy()
})
