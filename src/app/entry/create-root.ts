/** React's entry, in one file with React: importing it evaluates React there, before the program (`build/chunks.ts`). */
export { createRoot } from 'react-dom/client'
