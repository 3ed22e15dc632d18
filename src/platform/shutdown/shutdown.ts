import { Injectable } from '@nestjs/common';

/** Whether this process is on its way out (CONTRACT 12). */
@Injectable()
export class Shutdown {
  private asked = false;

  get begun(): boolean {
    return this.asked;
  }

  begin(): void {
    this.asked = true;
  }
}
