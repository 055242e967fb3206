/** The public interface: the parts of bookings that other modules may use. */
export { bookForContact, findBookingLinks, findBookingPages, offerSlots } from './link/chat-booking.ts';
