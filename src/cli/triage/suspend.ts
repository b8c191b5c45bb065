/** Ctrl-Z: returns the terminal to the shell until the view is resumed. */

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
  // Without a shell that could resume it, it is not stopped.
  const timer = setTimeout(comeBack, AGAIN_MS);
  // The whole group, as a terminal does: its parent is stopped with it.
  process.kill(0, 'SIGTSTP');
}
