/** Ctrl-Z: the shell has the terminal until the view is brought back. */

type Ways = { leaveScreen: () => void; enterScreen: () => void; redraw: () => void };

const AGAIN_MS = 200;

export function suspend({ leaveScreen, enterScreen, redraw }: Ways): void {
  const comeBack = () => {
    process.off('SIGCONT', comeBack);
    clearTimeout(timer);
    enterScreen();
    redraw();
  };
  leaveScreen();
  process.on('SIGCONT', comeBack);
  // Without a shell that could bring it back, it is not stopped at all.
  const timer = setTimeout(comeBack, AGAIN_MS);
  // Its whole group, as a terminal does: what started it is stopped with it.
  process.kill(0, 'SIGTSTP');
}
