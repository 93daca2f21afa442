/**
 * Where the page starts. The frame is in the page already, written there when the program was built; the program follows once that is on the
 * screen, its code having been fetched meanwhile.
 */

/** A page that is not looked at is drawn in no frame. */
const unseenMs = 100

const painted = new Promise<void>(resolve => {
  setTimeout(resolve, unseenMs)
  requestAnimationFrame(() => setTimeout(resolve))
})

void painted.then(() => import('./main.tsx'))
