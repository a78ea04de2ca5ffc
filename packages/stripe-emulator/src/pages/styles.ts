/** The styles of all hosted pages, sent as a file so that no page needs inline styles. */
export const styles = `
:root {
  color-scheme: light dark;
  --paper: #f6f7f9; --panel: #fff; --ink: #14181f; --soft: #55606e; --line: #d5dae1;
  --accent: #3d4ed8; --on-accent: #fff; --bad: #b3261e; --bad-paper: #fdecea; --good: #17663a; --good-paper: #e8f5ed;
  --mark: #ffd666; --on-mark: #3a2a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1216; --panel: #191e25; --ink: #eef1f5; --soft: #a5b0bf; --line: #363f4b;
    --accent: #9aa6ff; --on-accent: #10133a; --bad: #ffb4ab; --bad-paper: #3b1512; --good: #93dcb0; --good-paper: #10301e;
    --mark: #6b5200; --on-mark: #fff2cc;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.emulator-mark { padding: .5rem 1rem; background: var(--mark); color: var(--on-mark); text-align: center; }
.emulator-mark p { margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem) clamp(.75rem, 4vw, 2rem); }
.columns { display: grid; gap: clamp(1.5rem, 5vw, 4rem); grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); align-items: start; }
h1, h2 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 0; font-size: 1.125rem; }
.business { margin-bottom: 1.5rem; font-size: 1.25rem; font-weight: 700; }
.business img { display: block; max-width: 14rem; height: 2.25rem; object-fit: contain; object-position: left; }
.summary h1 { color: var(--soft); font-size: 1.125rem; font-weight: 600; }
.amount { margin: .25rem 0; font-size: clamp(1.75rem, 7vw, 2.25rem); font-weight: 700; line-height: 1.2; }
.panel { padding: clamp(1rem, 4vw, 2rem); background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; }
.narrow, .wide { margin: 0 auto; }
.narrow { max-width: 32rem; }
.wide { max-width: 40rem; }
.wide > :first-child { margin-top: 0; }
.wide > section { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
dl { margin: 1rem 0; }
dl > div { display: flex; gap: 1rem; justify-content: space-between; padding: .5rem 0; border-bottom: 1px solid var(--line); }
dl > :last-child { border: 0; }
dl > .total { font-weight: 600; }
dl:last-child { margin-bottom: 0; }
dt { overflow-wrap: anywhere; }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
form > label, form > fieldset { display: block; margin-top: 1rem; font-weight: 600; }
fieldset { min-width: 0; margin-inline: 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: .25rem; }
input:not([type=radio], [type=hidden]), select {
  width: 100%; margin-top: .25rem; padding: .625rem .75rem; font: inherit; font-weight: 400;
  color: inherit; background: var(--panel); border: 1px solid var(--soft); border-radius: .5rem;
}
.choice { display: flex; gap: .75rem; align-items: flex-start; padding: .5rem .75rem; border: 1px solid var(--line); font-weight: 400; cursor: pointer; }
.choice + .choice { margin-top: -1px; }
.choice:first-of-type { border-radius: .5rem .5rem 0 0; }
.choice:last-of-type { border-radius: 0 0 .5rem .5rem; }
.choice:has(:checked) { position: relative; border-color: var(--accent); box-shadow: inset 3px 0 var(--accent); }
.choice:hover { background: var(--paper); }
.choice input { flex: none; margin: .3rem 0 0; accent-color: var(--accent); }
.choice .label, .choice .number { display: block; }
.choice .number { color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.hint { margin: .25rem 0 0; color: var(--soft); font-size: .875rem; }
button {
  width: 100%; min-height: 2.75rem; margin-top: 1.25rem; padding: .625rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem;
}
button:hover { filter: brightness(1.08); }
button.quiet { color: var(--ink); background: transparent; border-color: var(--soft); }
.row { display: grid; gap: .75rem; }
.row button { margin: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a, summary { color: var(--accent); }
summary { cursor: pointer; padding: .25rem 0; }
.back::before { content: "← " / ""; }
.problem, .done { padding: .75rem 1rem; border-radius: .5rem; }
.problem { color: var(--bad); background: var(--bad-paper); }
.done { color: var(--good); background: var(--good-paper); }
.status { padding: .125rem .5rem; color: var(--soft); border: 1px solid var(--line); border-radius: 1rem; font-size: .8125rem; font-weight: 500; white-space: nowrap; }
`
