// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { showCannotStart, showNotLoaded } from './cannot-start.ts'

beforeEach(() => void (document.body.innerHTML = '<div id="root"><main>Positions</main></div>'))

test('where the program cannot be loaded the page says why in place of the frame', () => {
  showNotLoaded(new TypeError('Failed to fetch /assets/program.js'))
  expect(document.querySelector('[role="alert"]')?.textContent).toContain(
    'could not be loaded (Failed to fetch /assets/program.js)',
  )
  expect(document.body.textContent).not.toContain('Positions')
})

test('a reason that was given before stays', () => {
  showCannotStart('venue.json is missing.')
  showNotLoaded(new Error('venue.json is missing.'))
  expect(document.querySelector('[role="alert"] p')?.textContent).toBe('venue.json is missing.')
})
