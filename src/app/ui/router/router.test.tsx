// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Address, Destination } from './address.ts'
import { Link } from './link.tsx'
import { hashHistory, memoryHistory, pathHistory } from './page-history.ts'
import { Router } from './router.ts'
import { RouterContext, useAddress, useSearch } from './use-router.ts'

beforeEach(() => history.replaceState(null, '', '/'))
afterEach(cleanup)

const inPath = (): Router => new Router({ history: pathHistory(), home: '/portfolio' })
const shown = (): string => `${location.pathname}${location.search}${location.hash}`
const goTo = (address: string): void => {
  history.replaceState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

describe('the address of the page', () => {
  test('leads home where it names no screen, and keeps what it asks for and its mark', () => {
    history.replaceState(null, '', '/?alert=all#screen')
    expect(inPath().location).toEqual({ pathname: '/portfolio', search: { alert: 'all' } })
    expect(shown()).toBe('/portfolio?alert=all#screen')
  })

  test.each([
    ['/build/?legs=A%401%2FB%40-1&qty=10', '/build', { legs: 'A@1/B@-1', qty: '10' }, '/build?legs=A@1/B@-1&qty=10'],
    ['/Orders', '/Orders', {}, '/Orders'],
    ['/nowhere/at/all', '/nowhere/at/all', {}, '/nowhere/at/all'],
  ])('%s is read, and written as links write it', (typed, pathname, search, written) => {
    history.replaceState(null, '', typed)
    expect(inPath().location).toEqual({ pathname, search })
    expect(shown()).toBe(written)
  })

  test('follows a link at once, and the browser going back', () => {
    const router = inPath()
    const seen: Address[] = []
    router.subscribe(() => seen.push(router.location))
    router.navigate({ to: '/build', search: { base: 'ETH', expiry: undefined } })
    expect(shown()).toBe('/build?base=ETH')
    goTo('/portfolio')
    expect(seen).toEqual([
      { pathname: '/build', search: { base: 'ETH' } },
      { pathname: '/portfolio', search: {} },
    ])
  })

  test('makes a step for Back of each link but of one that replaces, and none of a link to where one is', () => {
    const router = inPath()
    const before = history.length
    router.navigate({ to: '/orders' })
    expect(history.length).toBe(before + 1)
    router.navigate({ to: '.', search: { order: '7' }, replace: true })
    router.navigate({ to: '/orders', search: { order: '7' } })
    expect(history.length).toBe(before + 1)
    expect(shown()).toBe('/orders?order=7')
  })

  test('of another screen asks for nothing of the one before; "." keeps what its function keeps', () => {
    const router = inPath()
    router.navigate({ to: '/build', search: { base: 'BTC' } })
    router.navigate({ to: '.', search: before => ({ ...before, trade: 'X' }) })
    expect(router.location.search).toEqual({ base: 'BTC', trade: 'X' })
    router.navigate({ to: '/orders' })
    expect(router.location).toEqual({ pathname: '/orders', search: {} })
  })

  test('stays when a place in the page is gone to, and keeps its parameters as they are for who looks at them alone', () => {
    const router = inPath()
    router.navigate({ to: '/build', search: { base: 'BTC' } })
    const { search } = router.location
    let heard = 0
    router.subscribe(() => (heard += 1))
    goTo('/build?base=BTC#screen')
    expect(heard).toBe(0)
    goTo('/orders?base=BTC')
    expect([heard, router.location.search]).toEqual([1, search])
    expect(router.location.search).toBe(search)
  })

  test('never names another host', () => {
    history.replaceState(null, '', '/')
    const { hrefOf } = pathHistory()
    for (const address of ['//elsewhere.example/x', '/\\elsewhere.example', '\\\\elsewhere.example']) {
      expect(new URL(hrefOf(address), location.href).host).toBe(location.host)
    }
    expect(new Router({ history: memoryHistory('//elsewhere.example') }).location.pathname).toBe('/elsewhere.example')
  })
})

describe('behind the "#"', () => {
  const inHash = (): Router => new Router({ history: hashHistory(), home: '/portfolio' })

  test('stands the same address, beside the file that the host serves', () => {
    history.replaceState(null, '', '/demo/index.html')
    const router = inHash()
    expect(shown()).toBe('/demo/index.html#/portfolio')
    router.navigate({ to: '/build', search: { qty: 3 } })
    expect(shown()).toBe('/demo/index.html#/build?qty=3')
    expect(router.hrefOf({ to: '/orders' })).toBe('/demo/index.html#/orders')
  })

  test('a place in the page is no address', () => {
    history.replaceState(null, '', '/demo/#/build?base=ETH')
    const router = inHash()
    goTo('/demo/#screen')
    expect(router.location).toEqual({ pathname: '/build', search: { base: 'ETH' } })
    goTo('/demo/#/orders')
    expect(router.location.pathname).toBe('/orders')
  })
})

describe('a link', () => {
  function draw(link: Destination, at = '/portfolio?panel=risk') {
    const meant: string[] = []
    const router = new Router({ history: memoryHistory(at), onIntent: pathname => void meant.push(pathname) })
    render(
      <RouterContext value={router}>
        <Link {...link}>There</Link>
      </RouterContext>,
    )
    return { router, meant, element: screen.getByRole('link') }
  }

  test('is an address, and says whether it is where one is', () => {
    const { router, element } = draw({ to: '/orders', search: { order: '7' } })
    expect(element.getAttribute('href')).toBe('/orders?order=7')
    expect(element.getAttribute('aria-current')).toBeNull()
    act(() => router.navigate({ to: '/orders' }))
    expect(element.getAttribute('aria-current')).toBeNull()
    act(() => router.navigate({ to: '/orders', search: { order: '7', trade: 'X' } }))
    expect(element.getAttribute('aria-current')).toBe('page')
  })

  test('of this address follows it as it changes', () => {
    const { router, element } = draw({ to: '.', search: before => ({ ...before, trade: 'X' }) })
    expect(element.getAttribute('href')).toBe('/portfolio?panel=risk&trade=X')
    act(() => router.navigate({ to: '/orders' }))
    expect(element.getAttribute('href')).toBe('/orders?trade=X')
  })

  test('is followed in the page by a plain press, and left to the browser by any other', () => {
    const { router, element } = draw({ to: '/orders' })
    for (const other of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
      expect(fireEvent.click(element, other)).toBe(true)
    }
    expect(router.location.pathname).toBe('/portfolio')
    expect(fireEvent.click(element)).toBe(false)
    expect(router.location.pathname).toBe('/orders')
  })

  test('that is pointed at or focused is likely meant, unless it is left at once', async () => {
    const { meant, element } = draw({ to: '/orders' })
    fireEvent.mouseEnter(element)
    fireEvent.mouseLeave(element)
    fireEvent.focus(element)
    fireEvent.blur(element)
    fireEvent.touchStart(element)
    expect(meant).toEqual(['/orders'])
    fireEvent.mouseEnter(element)
    await waitFor(() => expect(meant).toEqual(['/orders', '/orders']))
  })
})

test('who looks at a part of the address is drawn again when that part changes, and not otherwise', () => {
  const router = new Router({ history: memoryHistory('/build?base=BTC') })
  const drawn: string[] = []
  const Path = () => <i>{drawn.push(`path ${useAddress(({ pathname }) => pathname)}`)}</i>
  const Base = () => <i>{drawn.push(`base ${useSearch()['base']}`)}</i>
  render(
    <RouterContext value={router}>
      <Path />
      <Base />
    </RouterContext>,
  )
  act(() => router.navigate({ to: '.', search: { base: 'ETH' } }))
  act(() => router.navigate({ to: '/orders', search: { base: 'ETH' } }))
  expect(drawn).toEqual(['path /build', 'base BTC', 'base ETH', 'path /orders'])
})

test('Back closes what is open over the screen first, the newest before the others, and only then leaves the screen', () => {
  let goBack = (): void => undefined
  const stack = ['/orders', '/build']
  const router = new Router({
    history: {
      read: () => stack.at(-1),
      write: address => void stack.push(address),
      subscribe: listener => {
        goBack = () => {
          stack.pop()
          listener()
        }
        return () => undefined
      },
      hrefOf: address => address,
    },
  })
  const closed: string[] = []
  const endFirst = router.closeOnBack(() => closed.push('review'))
  const endSecond = router.closeOnBack(() => closed.push('menu'))
  goBack()
  endSecond()
  goBack()
  endFirst()
  expect([closed, router.location.pathname, stack.at(-1)]).toEqual([['menu', 'review'], '/build', '/build'])
  goBack()
  expect(router.location.pathname).toBe('/orders')
})
