// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { nameVenue } from './first-venue.ts'

function barOf(served: string): HTMLElement {
  document.head.innerHTML = `<meta name="legwork-venue" content="${served}">`
  document.body.innerHTML = '<span data-venue-to-come data-sandbox="calm" data-venue="real" class="grey"></span>'
  return document.body.firstElementChild as HTMLElement
}

afterEach(() => localStorage.clear())

test('the sandbox and a venue are named as the page says, each in its own look', () => {
  const sandbox = barOf('sandbox')
  nameVenue()
  expect([sandbox.textContent, sandbox.className]).toEqual(['SANDBOX', 'calm'])
  const venue = barOf('venue.example')
  nameVenue()
  expect([venue.textContent, venue.className]).toEqual(['venue.example', 'real'])
})

test('another address from Settings is named by the program only', () => {
  localStorage.setItem('legwork.venue', JSON.stringify({ baseUrl: 'https://other.example' }))
  const mark = barOf('sandbox')
  nameVenue()
  expect([mark.textContent, mark.className]).toEqual(['', 'grey'])
})
