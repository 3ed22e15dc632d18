import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import { ACCESS } from './access.js';

/** Declares that a route asks for no key; a route without an access declaration is refused. */
export const PublicRoute = (): CustomDecorator => SetMetadata(ACCESS, 'public');
