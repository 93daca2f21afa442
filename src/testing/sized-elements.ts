const [width, height] = [1_400, 800]
const sizes = { clientWidth: width, offsetWidth: width, clientHeight: height, offsetHeight: height }

for (const [name, value] of Object.entries(sizes))
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })

class SizedOnce implements ResizeObserver {
  readonly #seen: ResizeObserverCallback

  constructor(seen: ResizeObserverCallback) {
    this.#seen = seen
  }
  observe(target: Element): void {
    const box = [{ inlineSize: width, blockSize: height }]
    const entry = {
      target,
      contentRect: new DOMRect(0, 0, width, height),
      borderBoxSize: box,
      contentBoxSize: box,
      devicePixelContentBoxSize: box,
    }
    queueMicrotask(() => this.#seen([entry], this))
  }
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver = SizedOnce
