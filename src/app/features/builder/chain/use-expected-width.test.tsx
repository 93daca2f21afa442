// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '../../../../testing/sized-elements.ts'
import { useExpectedWidth } from './chain-panel.tsx'

const observers: ResizeObserverCallback[] = []

class Noted implements ResizeObserver {
  constructor(seen: ResizeObserverCallback) {
    observers.push(seen)
  }
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

function Wide({ expectedPx = 460 }: { readonly expectedPx?: number }) {
  const [ref, width] = useExpectedWidth(expectedPx)
  return <div ref={ref}>{width} px</div>
}

const laidOut = (width: number): void =>
  observers.at(-1)?.([{ contentRect: { width } } as unknown as ResizeObserverEntry], {} as unknown as ResizeObserver)

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the width of an element whose width is expected', () => {
  it('is the one expected, without the page being laid out for it', () => {
    vi.stubGlobal('ResizeObserver', Noted)
    const asked = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    render(<Wide />)
    expect(screen.getByText('460 px')).toBeTruthy()
    expect(asked).not.toHaveBeenCalled()
  })

  it('is measured at once where none is expected', () => {
    vi.stubGlobal('ResizeObserver', Noted)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 380.5, 600))
    render(<Wide expectedPx={0} />)
    expect(screen.getByText('380 px')).toBeTruthy()
  })

  it('is drawn again at once where it is another, before the page is painted', () => {
    vi.stubGlobal('ResizeObserver', Noted)
    const { container } = render(<Wide />)
    // Does not wait for React, as the paint does not either.
    act(() => {
      laidOut(425.6)
      expect(container.textContent).toBe('425 px')
    })
  })
})
